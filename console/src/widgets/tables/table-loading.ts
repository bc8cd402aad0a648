import { useIsFetching } from '@tanstack/react-query'

/** The beginning of the keys of all tables of a widget. */
export const widgetTableKey = (widgetId: string) => ['widget-table', widgetId] as const

/** Whether the table of a widget is being asked for. */
export const useIsTableLoading = (widgetId: string): boolean =>
  useIsFetching({ queryKey: widgetTableKey(widgetId) }) > 0
