enum VencejoPlaceholder {}
