/** Parses and renders templates in a thread that can be stopped: users decide how long both take. */

import { createLruMap } from '@logyard/languages/caches/lru-map'
import {
  parseTemplate,
  renderTemplate,
  type Template,
  type TemplateData,
} from '@logyard/languages/freemarker/freemarker'
import { TemplateError } from '@logyard/languages/freemarker/template-error'
import { boundedTask } from '../../platform/bounded-runs/bounded-task.ts'

export interface RenderInput {
  readonly template: string
  readonly data: TemplateData
  /** The templates that it includes, by name; undefined for those that do not exist. */
  readonly included: ReadonlyMap<string, string | undefined>
}

export type RenderOutcome =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'problem'; readonly message: string }
  /** The template includes a further one. */
  | { readonly kind: 'includes'; readonly name: string }

class FurtherTemplate extends Error {
  readonly included: string
  constructor(included: string) {
    super('a further template is included')
    this.included = included
  }
}

/** A tree takes many times the memory of its source: trees of long templates are not cached. */
const MAX_CACHED_CHARACTERS = 20_000
const MAX_CACHED = 100
/** Templates of this thread, across runs: many agents have the same one. */
const parsed = createLruMap<string, Template>(MAX_CACHED)

export function renderInThread({ template, data, included }: RenderInput): RenderOutcome {
  const findTemplate = (name: string) => {
    if (!included.has(name)) throw new FurtherTemplate(name)
    const source = included.get(name)
    return source === undefined ? undefined : parseOnce(source)
  }
  try {
    return { kind: 'text', text: renderTemplate(parseOnce(template), data, { findTemplate }) }
  } catch (error) {
    if (error instanceof TemplateError) return { kind: 'problem', message: error.message }
    if (error instanceof FurtherTemplate) return { kind: 'includes', name: error.included }
    throw error
  }
}

function parseOnce(source: string): Template {
  const known = parsed.get(source)
  if (known !== undefined) return known
  const template = parseTemplate(source)
  if (source.length <= MAX_CACHED_CHARACTERS) parsed.set(source, template)
  return template
}

export const renderTask = boundedTask(import.meta.url, renderInThread)
