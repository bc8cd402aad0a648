/** Names of properties that usually have secrets as their values. */
const SECRET_NAME =
  /passw|secret|token|credential|authorization|cookie|api_?key|routing_?key|private|webhook|hash|last_four|headers/i

export const isSecretName = (name: string): boolean => SECRET_NAME.test(name)
