enum VencejoURLSessionTestsPlaceholder {}
