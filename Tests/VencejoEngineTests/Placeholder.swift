enum VencejoEngineTestsPlaceholder {}
