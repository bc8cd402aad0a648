/** `SecretField` reports what is stored, a new text, or nothing. */
export const secretToSend = (value: unknown): string | null => (typeof value === 'string' ? value : null)
