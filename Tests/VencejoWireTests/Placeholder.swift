enum VencejoWireTestsPlaceholder {}
