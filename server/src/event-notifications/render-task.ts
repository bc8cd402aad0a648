/** Renders the templates of a notification, for a thread that can be stopped. */
import type { TemplateModel } from '@logyard/contract/event-notifications/event-notifications'
import { compileJmte } from '@logyard/languages/jmte/jmte'
import { boundedTask } from '../platform/bounded-runs/bounded-task.ts'
import { escapedModel, type TextForm } from './escaped-model.ts'
import { inTimeZone } from './time-zone.ts'

export interface RenderedTemplate {
  readonly template: string
  /** A `line` stays on one line, as subjects and titles must. */
  readonly kind: 'text' | 'line' | Exclude<TextForm, 'plain'>
}

interface RenderInput {
  readonly templates: readonly RenderedTemplate[]
  readonly model: TemplateModel
  /** That instants are written in. */
  readonly timeZone: string | undefined
}

export function renderTemplates({ templates, model: given, timeZone }: RenderInput): string[] {
  const model = timeZone === undefined ? given : inTimeZone(given, timeZone)
  return templates.map(({ template, kind }) => {
    const { text } = compileJmte(template).render({
      ...escapedModel(model, kind === 'text' || kind === 'line' ? 'plain' : kind),
    })
    return kind === 'line' ? text.replace(/[\r\n]+/g, ' ').trim() : text
  })
}

export const renderTask = boundedTask(import.meta.url, renderTemplates)
