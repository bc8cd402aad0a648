import { useText } from '../../base/text/text.tsx'
import { apiFieldErrors } from '../../ui/form/api-field-errors.ts'

/** Finds the errors of fields in the server's error, and says that they are the server's. */
export function useServerErrors() {
  const t = useText()
  return (error: unknown): Readonly<Record<string, string>> | undefined => {
    const found = apiFieldErrors(error)
    if (found === undefined) return undefined
    const told = Object.entries(found).map(([name, text]) => [name, t('authentication.error.server', { text })])
    return Object.fromEntries(told)
  }
}
