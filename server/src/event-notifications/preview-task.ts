/** A preview of a template, for a thread that can be stopped. */
import type { TemplateModel } from '@logyard/contract/event-notifications/event-notifications'
import { compileJmte } from '@logyard/languages/jmte/jmte'
import { boundedTask } from '../platform/bounded-runs/bounded-task.ts'
import { escapedModel } from './escaped-model.ts'

interface PreviewInput {
  readonly template: string
  readonly model: TemplateModel
  readonly isHtml: boolean
}

export function previewTemplate({ template, model, isHtml }: PreviewInput) {
  const { problems, render } = compileJmte(template)
  const { text, missing } = render({ ...escapedModel(model, isHtml ? 'html' : 'plain') })
  return { text, problems: [...problems], missing: [...missing] }
}

export const previewTask = boundedTask(import.meta.url, previewTemplate)
