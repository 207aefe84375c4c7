enum VencejoJSONTestsPlaceholder {}
