import { Tabs, type TabsProps } from '@mantine/core'
import type { ReactNode } from 'react'

interface TabView {
  readonly id: string
  readonly label: string
  readonly content: ReactNode
}

interface TabViewsProps
  extends Pick<TabsProps, 'value' | 'defaultValue' | 'onChange' | 'keepMounted' | 'orientation' | 'className'> {
  /** The first one is open at first, unless another one is named. */
  readonly views: readonly TabView[]
  /** Space below the tabs. */
  readonly mb?: 'sm' | 'md'
}

/** Views of one subject, of which a tab opens one. */
export function TabViews({ views, mb = 'sm', keepMounted = false, ...state }: TabViewsProps) {
  return (
    <Tabs defaultValue={views[0]?.id ?? null} keepMounted={keepMounted} {...state}>
      <Tabs.List mb={mb} style={{ flexWrap: 'nowrap', overflow: 'auto hidden', scrollbarWidth: 'none' }}>
        {views.map(({ id, label }) => (
          <Tabs.Tab key={id} value={id}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {views.map(({ id, content }) => (
        <Tabs.Panel key={id} value={id}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
