import type { ChartTheme } from './chart-theme.ts'

/** The content of a tooltip as elements: names and values are data and never become markup. */

export interface TooltipRow {
  readonly color?: string
  readonly name: string
  readonly value: string
}

export interface TooltipContent {
  readonly title: string
  readonly rows: readonly TooltipRow[]
  readonly note?: string | undefined
}

export function tooltipElement({ title, rows, note }: TooltipContent): HTMLElement {
  const root = document.createElement('div')
  root.translate = false
  root.append(textElement('strong', title))
  const table = document.createElement('table')
  for (const { color, name, value } of rows) {
    const row = table.insertRow()
    const swatch = row.insertCell()
    if (color !== undefined) {
      const dot = document.createElement('i')
      dot.style.backgroundColor = color
      swatch.append(dot)
    }
    row.append(textElement('td', shortened(name)), textElement('td', value))
  }
  root.append(table)
  if (note !== undefined) root.append(textElement('small', note))
  return root
}

const MOST_CHARACTERS = 80
const shortened = (text: string) => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text)

function textElement(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = text
  return element
}

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
