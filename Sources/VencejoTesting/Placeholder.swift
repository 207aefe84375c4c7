enum VencejoTestingPlaceholder {}
