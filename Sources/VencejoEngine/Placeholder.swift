enum VencejoEnginePlaceholder {}
