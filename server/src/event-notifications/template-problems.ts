import { compileJmte } from '@logyard/languages/jmte/jmte'

export function templateProblems(
  name: string,
  template: string | null | undefined,
): Readonly<Record<string, readonly string[]>> {
  const { problems } = compileJmte(template ?? '')
  return problems.length === 0 ? {} : { [name]: problems.map(({ message, at }) => `${message} (at ${at}).`) }
}
