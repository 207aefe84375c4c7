enum VencejoFoundationPlaceholder {}
