enum VencejoMockServerPlaceholder {}
