import type { ChartTheme } from './chart-theme.ts'

/** The style of tooltips, the same in all charts. */
export const tooltipStyle = (theme: ChartTheme) => ({
  appendTo: 'body' as const,
  className: 'ly-chart-tooltip',
  backgroundColor: theme.surface,
  borderColor: theme.faint,
  borderWidth: 1,
  padding: 8,
  transitionDuration: 0,
  textStyle: { color: theme.text, fontFamily: theme.font, fontSize: 12 },
})
