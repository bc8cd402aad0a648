import { useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { useMemo } from 'react'
import type { Scheme } from '../../base/theme/chart-colors.ts'
import { cssVariables } from '../../base/theme/theme.ts'
import { usePrinting } from '../../ui/use-printing.ts'

/** The theme's tokens as values, because a canvas cannot use CSS variables. */
export interface ChartTheme {
  readonly scheme: Scheme
  readonly font: string
  readonly text: string
  readonly dimmed: string
  readonly line: string
  readonly surface: string
  readonly hover: string
  /** Colour of what is drawn in the background, such as the previous period. */
  readonly faint: string
  readonly land: string
}

export function useChartTheme(): ChartTheme {
  const shown = useComputedColorScheme('light')
  const scheme = usePrinting() ? 'light' : shown
  const theme = useMantineTheme()
  return useMemo(() => {
    const tokens: Readonly<Record<string, string>> = cssVariables(theme)[scheme]
    const token = (name: string) => tokens[name] ?? ''
    return {
      scheme,
      font: theme.fontFamily,
      text: scheme === 'dark' ? (theme.colors.dark[0] ?? '') : theme.black,
      dimmed: token('--mantine-color-dimmed'),
      line: token('--ly-border'),
      surface: token('--ly-surface'),
      hover: token('--ly-hover'),
      faint: token('--mantine-color-default-border'),
      land: token('--mantine-color-default-border'),
    }
  }, [scheme, theme])
}
