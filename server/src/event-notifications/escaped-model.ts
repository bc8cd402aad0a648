import type { TemplateModel } from '@logyard/contract/event-notifications/event-notifications'

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For HTML templates: texts of messages must not become elements. */
export const escapedModel = (model: TemplateModel): TemplateModel => ({ ...model, ...escapedMap({ ...model }) })

const escapedMap = (map: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, escaped(value)]))

function escaped(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
  if (Array.isArray(value)) return value.map(escaped)
  return typeof value === 'object' && value !== null ? escapedMap({ ...value }) : value
}
