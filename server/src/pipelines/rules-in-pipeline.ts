import { parsePipeline } from '@logyard/languages/rules/parse-pipeline'

/** The names of the rules that the stages name. None if the source does not parse: storing it then says why. */
export function rulesInPipeline(source: string): readonly string[] {
  const parsed = parsePipeline(source)
  return parsed.ok ? [...new Set(parsed.pipeline.stages.flatMap(({ rules }) => rules))] : []
}
