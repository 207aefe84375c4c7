enum VencejoSocketsTestsPlaceholder {}
