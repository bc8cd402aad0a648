import type { TemplateModel } from '@logyard/contract/event-notifications/event-notifications'
import { compileJmte } from '@logyard/languages/jmte/jmte'

export const render = (template: string, model: TemplateModel): string =>
  compileJmte(template).render({ ...model }).text

/** A text that stays on one line, as subjects and titles must. */
export const renderLine = (template: string, model: TemplateModel): string =>
  render(template, model)
    .replace(/[\r\n]+/g, ' ')
    .trim()

export function templateProblems(
  name: string,
  template: string | null | undefined,
): Readonly<Record<string, readonly string[]>> {
  const { problems } = compileJmte(template ?? '')
  return problems.length === 0 ? {} : { [name]: problems.map(({ message, at }) => `${message} (at ${at}).`) }
}
