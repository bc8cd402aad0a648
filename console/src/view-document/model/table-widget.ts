/**
 * A widget with a table: of a query with steps, or of a statement in SQL. The API of views stores it unchanged, as all
 * widgets of types that it does not know.
 */
import { type OtherWidget, SQL_WIDGET, STEPS_WIDGET, type Widget } from '@logyard/contract/views/view-state'

/** How a table is shown. */
export const TABLE_FORMS = ['table', 'bar', 'line', 'area', 'pie', 'numeric'] as const
export type TableForm = (typeof TABLE_FORMS)[number]

interface StepsWidget extends OtherWidget {
  type: typeof STEPS_WIDGET
}
export interface SqlWidget extends OtherWidget {
  type: typeof SQL_WIDGET
}
export type TableWidget = StepsWidget | SqlWidget

export const isSteps = (widget: Widget): widget is StepsWidget => widget.type === STEPS_WIDGET
export const isSql = (widget: Widget): widget is SqlWidget => widget.type === SQL_WIDGET
export const isTable = (widget: Widget): widget is TableWidget => isSteps(widget) || isSql(widget)

const textIn = ({ config }: OtherWidget, name: string): string => {
  const { [name]: text } = config
  return typeof text === 'string' ? text : ''
}

export const stepsOf = (widget: StepsWidget): string => textIn(widget, 'steps')
export const sqlOf = (widget: SqlWidget): string => textIn(widget, 'sql')

/** Undefined: the form that suits the table. */
export const formOf = (widget: TableWidget): TableForm | undefined =>
  TABLE_FORMS.find((form) => form === widget.config['form'])

export const withForm = (widget: TableWidget, form: TableForm | undefined): TableWidget => {
  const { form: _, ...config } = widget.config
  return { ...widget, config: form === undefined ? config : { ...config, form } }
}

export const stepsConfig = (steps: string, form?: TableForm): OtherWidget['config'] =>
  form === undefined ? { steps } : { steps, form }
export const sqlConfig = (sql: string, form?: TableForm): OtherWidget['config'] =>
  form === undefined ? { sql } : { sql, form }
