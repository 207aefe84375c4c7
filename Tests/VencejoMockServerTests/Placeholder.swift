enum VencejoMockServerTestsPlaceholder {}
