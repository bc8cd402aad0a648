import type { TemplateModel } from '@logyard/contract/event-notifications/event-notifications'

/** What the texts of a template mean to their reader. */
export type TextForm = 'plain' | 'html' | 'slack' | 'markdown'

const ESCAPES: Readonly<Record<Exclude<TextForm, 'plain'>, { readonly of: RegExp; with(character: string): string }>> =
  {
    html: { of: /[&<>"']/g, with: (character) => HTML[character] ?? '' },
    /** Slack reads mentions and links in angle brackets. */
    slack: { of: /[&<>]/g, with: (character) => HTML[character] ?? '' },
    /** Without brackets there are no links; bold text does no harm. */
    markdown: { of: /[\\[\]]/g, with: (character) => `\\${character}` },
  }
const HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapedText = (text: string, form: TextForm): string =>
  form === 'plain' ? text : text.replace(ESCAPES[form].of, ESCAPES[form].with)

/** Texts of messages must not become elements, mentions or links. */
export const escapedModel = (model: TemplateModel, form: TextForm): TemplateModel =>
  form === 'plain' ? model : { ...model, ...escapedMap({ ...model }, form) }

const escapedMap = (map: Readonly<Record<string, unknown>>, form: TextForm) =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, escaped(value, form)]))

function escaped(value: unknown, form: TextForm): unknown {
  if (typeof value === 'string') return escapedText(value, form)
  if (Array.isArray(value)) return value.map((one) => escaped(one, form))
  return typeof value === 'object' && value !== null ? escapedMap({ ...value }, form) : value
}
