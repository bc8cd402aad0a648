import { ColorSwatch, Menu, Text, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { pickableColors } from '../../base/theme/chart-colors.ts'
import { useChartTheme } from '../charts/chart-theme.ts'
import type { Picture } from '../export/chart-picture.ts'
import classes from './aggregation.module.css'

export interface LegendProps {
  readonly entries: Picture['legend']
  readonly hidden: ReadonlySet<string>
  readonly onHidden: (hidden: ReadonlySet<string>) => void
  /** Absent: colours cannot be changed here. */
  /** The menu of the series behind an entry. */
  readonly itemsFor?: ((name: string) => ReactNode) | undefined
  readonly onColor?: ((name: string, color: string | undefined) => void) | undefined
}

/** Further names are in the table of the same data. */
const MOST_NAMES = 60

/** The legend below a chart. A click offers other colours, and to show one series alone. */
export function Legend(props: LegendProps) {
  const t = useText()
  const { entries } = props
  const rest = entries.length - MOST_NAMES
  return (
    <ul className={classes['legend']} aria-label={t('widgets.legend')}>
      {entries.slice(0, MOST_NAMES).map(({ name, color }) => (
        <li key={name}>
          <LegendEntry name={name} color={color} {...props} />
        </li>
      ))}
      {rest > 0 && (
        <Text component="li" inherit c="dimmed" fz="xs">
          {t('widgets.legend.more', { count: rest })}
        </Text>
      )}
    </ul>
  )
}

function LegendEntry({
  name,
  color,
  entries,
  hidden,
  onHidden,
  onColor,
  itemsFor,
}: LegendProps & Picture['legend'][number]) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const isHidden = hidden.has(name)
  const items = (isOpen && itemsFor?.(name)) || null
  const others = entries.map((entry) => entry.name).filter((other) => other !== name)
  const isAlone = others.length > 0 && !isHidden && others.every((other) => hidden.has(other))
  const toggle = () => onHidden(new Set(isHidden ? [...hidden].filter((one) => one !== name) : [...hidden, name]))
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="top" withArrow>
      <Menu.Target>
        <UnstyledButton className={classes['legendEntry'] ?? ''} data-hidden={isHidden || undefined}>
          <ColorSwatch size={10} radius={2} withShadow={false} color={color} />
          <span translate="no">{name}</span>
        </UnstyledButton>
      </Menu.Target>
      {isOpen && (
        <Menu.Dropdown>
          <Menu.Label translate="no">{t('widgets.legend.configuration', { name })}</Menu.Label>
          {items}
          {items !== null && <Menu.Divider />}
          {onColor !== undefined && (
            <Palette
              selected={color}
              onPick={(picked) => {
                onColor(name, picked)
                setIsOpen(false)
              }}
            />
          )}
          {others.length > 0 && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => onHidden(isAlone ? new Set() : new Set(others))}>
                {t(isAlone ? 'widgets.legend.all' : 'widgets.legend.only')}
              </Menu.Item>
              <Menu.Item onClick={toggle}>{t(isHidden ? 'widgets.legend.show' : 'widgets.legend.hide')}</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      )}
    </Menu>
  )
}

function Palette({ selected, onPick }: { selected: string; onPick: (color: string | undefined) => void }) {
  const t = useText()
  const { scheme } = useChartTheme()
  return (
    <>
      <div className={classes['palette']}>
        {pickableColors(scheme).map((color) => (
          <Menu.Item
            key={color}
            className={classes['paletteColor'] ?? ''}
            aria-label={t('widgets.legend.color', { color })}
            data-selected={color === selected || undefined}
            onClick={() => onPick(color)}
          >
            <ColorSwatch size={18} radius={4} color={color} />
          </Menu.Item>
        ))}
      </div>
      <Menu.Item onClick={() => onPick(undefined)}>{t('widgets.legend.resetColor')}</Menu.Item>
    </>
  )
}
