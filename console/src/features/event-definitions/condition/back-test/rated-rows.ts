import { rowsOf, seriesId } from '../../model/condition-tree.ts'
import type { DefinitionDraft } from '../../model/definition-draft.ts'
import { seriesText } from '../../model/expression-text.ts'

/** A rule of the condition, with the figure that it rates. */
export interface RatedRow {
  readonly id: number
  readonly series: string
  readonly text: string
  readonly threshold: number
}

export function ratedRows({ config, aggregation }: DefinitionDraft): readonly RatedRow[] {
  if (config?.type !== 'aggregation-v1' || !aggregation.isOn || aggregation.foreign !== undefined) return []
  return rowsOf(aggregation.tree).flatMap(({ id, function: name, field, comparison, threshold }) =>
    name === undefined || comparison === undefined || threshold === undefined
      ? []
      : [
          {
            id,
            series: seriesId(name, field),
            text: `${seriesText({ function: name, field })} ${comparison === '==' ? '=' : comparison}`,
            threshold,
          },
        ],
  )
}
