enum VencejoURLSessionPlaceholder {}
