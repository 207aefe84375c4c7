enum VencejoCorePlaceholder {}
