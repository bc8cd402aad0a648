/**
 * Templates of collector configurations, in the part of the FreeMarker language that they use. Rendering is bounded in
 * work and output, reaches nothing but the data that it is given, and prints plain text.
 */
import { parseTemplateTree } from './parse-template.ts'
import { callFunction, render } from './render-template.ts'
import { Fault, TemplateError } from './template-error.ts'
import type { IncludedTemplate, Run } from './template-run.ts'
import type { TemplateNode } from './template-tree.ts'
import type { TemplateHash, TemplateValue } from './template-values.ts'

/** Longer templates are refused. */
export const MAX_TEMPLATE_LENGTH = 500_000

export type TemplateData = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface Template {
  readonly source: string
  readonly nodes: readonly TemplateNode[]
}

export interface RenderOptions {
  /** A template that `<#include>` names. */
  readonly findTemplate?: (name: string) => Template | undefined
}

/** Throws a `TemplateError` for its author. */
export function parseTemplate(source: string): Template {
  if (source.length > MAX_TEMPLATE_LENGTH) {
    throw new TemplateError(`The template is longer than ${MAX_TEMPLATE_LENGTH} characters`, source, 0)
  }
  return {
    source,
    nodes: located(source, () => parseTemplateTree(source)),
  }
}

/** Throws a `TemplateError`. The text ends with a line break. */
export function renderTemplate({ source, nodes }: Template, data: TemplateData, options: RenderOptions = {}): string {
  const run: Run = {
    data: hashesOf(data),
    variables: new Map(),
    frames: [],
    loops: [],
    source,
    depth: 0,
    steps: 0,
    output: '',
    compiled: new Map(),
    callFunction,
    findTemplate: (name): IncludedTemplate | undefined => options.findTemplate?.(name),
  }
  located(source, () => render(run, nodes))
  return run.output.endsWith('\n') ? run.output : `${run.output}\n`
}

const hashesOf = (data: TemplateData): TemplateHash =>
  new Map(
    Object.entries(data).map(([name, entries]): [string, TemplateValue] => [name, new Map(Object.entries(entries))]),
  )

function located<Result>(source: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof Fault) throw new TemplateError(error.message, error.source ?? source, error.at)
    // The stack is the bound of chains such as a + b + c, whose tree is as deep as they are long.
    if (error instanceof RangeError) throw new TemplateError('The template is nested too deeply', source, 0)
    throw error
  }
}
