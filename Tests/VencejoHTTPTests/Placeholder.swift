enum VencejoHTTPTestsPlaceholder {}
