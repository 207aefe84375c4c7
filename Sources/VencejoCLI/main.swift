print("vencejo")
