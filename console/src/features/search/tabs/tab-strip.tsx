/** The open searches above the search bar. Only the shown one runs. */
import { CloseButton, Menu, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { type DragEvent, type KeyboardEvent, type MouseEvent, useState } from 'react'
import { useIntl } from 'react-intl'
import { useHrefOf } from '../../../base/routes/location.ts'
import { useText } from '../../../base/text/text.tsx'
import { ToolButton } from '../../../ui/tooltip/tool-button.tsx'
import { NewTabButton } from './new-tab-button.tsx'
import { neighbourOf, type SearchTab } from './tab-list.ts'
import { TabName } from './tab-name.tsx'
import classes from './tab-strip.module.css'
import { useOpenTab, useSearchTabs } from './use-search-tabs.ts'

interface TabStripProps {
  readonly tabs: readonly SearchTab[]
  readonly shownId: string
}

export function TabStrip(props: TabStripProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  return isNarrow ? <TabChooser {...props} /> : <Tabs {...props} />
}

function useTabActions({ tabs, shownId }: TabStripProps) {
  const store = useSearchTabs()
  const open = useOpenTab()
  return {
    open: (tab: SearchTab) => tab.id !== shownId && open(tab),
    close(tab: SearchTab) {
      const next = neighbourOf(tabs, tab.id)
      if (tab.id === shownId && next !== undefined) open(next, { replace: true })
      store.close(tab.id)
    },
  }
}

function useTabTexts() {
  const t = useText()
  const { formatNumber } = useIntl()
  return {
    labelOf: ({ name, label }: SearchTab) => name ?? (label || t('searchTools.tabs.all')),
    totalOf: ({ total }: SearchTab) => (total === undefined ? '' : formatNumber(total)),
  }
}

function Tabs(props: TabStripProps) {
  const t = useText()
  const { tabs } = props
  const [dragged, setDragged] = useState<string>()
  const store = useSearchTabs()
  const drop = (to: number) => {
    if (dragged !== undefined) store.move(dragged, to)
    setDragged(undefined)
  }
  return (
    <nav className={classes['strip']} aria-label={t('searchTools.tabs')}>
      <ul className={classes['list']}>
        {tabs.map((tab, at) => (
          <Tab
            key={tab.id}
            tab={tab}
            at={at}
            {...props}
            isDragged={dragged === tab.id}
            onDrag={setDragged}
            onDragOver={(event) => dragged !== undefined && event.preventDefault()}
            onDrop={() => drop(at)}
          />
        ))}
      </ul>
      <NewTabButton />
    </nav>
  )
}

interface TabProps extends TabStripProps {
  readonly tab: SearchTab
  readonly at: number
  readonly isDragged: boolean
  readonly onDrag: (id: string | undefined) => void
  readonly onDragOver: (event: DragEvent) => void
  readonly onDrop: () => void
}

function Tab({ tab, at, isDragged, onDrag, onDragOver, onDrop, ...strip }: TabProps) {
  const t = useText()
  const store = useSearchTabs()
  const href = useHrefOf()(tab.link)
  const { labelOf, totalOf } = useTabTexts()
  const { open, close } = useTabActions(strip)
  const [isNamed, setIsNamed] = useState(false)
  const isShown = tab.id === strip.shownId
  const label = labelOf(tab)
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // A click by the keyboard: the strip of the next page takes the focus over.
    if (event.detail === 0) store.focusOn(tab.id)
    open(tab)
  }
  const onAuxClick = (event: MouseEvent) => {
    if (event.button !== 1) return
    event.preventDefault()
    close(tab)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (event.key === 'F2') setIsNamed(true)
    else if (event.key === 'Delete') close(tab)
    else if (step !== 0 && event.shiftKey && event.ctrlKey) store.move(tab.id, at + step)
    else return
    event.preventDefault()
  }
  if (isNamed) {
    const rename = (name: string) => store.rename(tab.id, name)
    return (
      <li className={classes['tab']} data-shown={isShown || undefined}>
        <TabName name={tab.name ?? label} onName={rename} onClose={() => setIsNamed(false)} />
      </li>
    )
  }
  return (
    <li
      className={classes['tab']}
      data-shown={isShown || undefined}
      data-dragged={isDragged || undefined}
      draggable
      onDragStart={() => onDrag(tab.id)}
      onDragEnd={() => onDrag(undefined)}
      onDragOver={onDragOver}
      onDrop={onDrop}
    >
      <a
        ref={(link) => void (store.takesFocus(tab.id) && isShown && link?.focus())}
        className={classes['link']}
        href={href}
        draggable={false}
        title={label}
        aria-current={isShown ? 'page' : undefined}
        aria-keyshortcuts="F2 Delete Control+Shift+ArrowLeft Control+Shift+ArrowRight"
        onClick={onClick}
        onAuxClick={onAuxClick}
        onDoubleClick={() => setIsNamed(true)}
        onKeyDown={onKeyDown}
      >
        <span className={classes['label']} translate="no">
          {label}
        </span>
        <span className={classes['total']}>{totalOf(tab)}</span>
      </a>
      <CloseButton
        size={18}
        iconSize={12}
        aria-label={t('searchTools.tabs.close', { label })}
        onClick={() => close(tab)}
      />
    </li>
  )
}

/** On narrow screens: the shown search, and a menu with the others. */
function TabChooser({ tabs, shownId }: TabStripProps) {
  const t = useText()
  const { labelOf, totalOf } = useTabTexts()
  const { open, close } = useTabActions({ tabs, shownId })
  const shown = tabs.find(({ id }) => id === shownId)
  const label = shown === undefined ? '' : labelOf(shown)
  return (
    <nav className={classes['strip']} aria-label={t('searchTools.tabs')}>
      <Menu position="bottom-start" width="target">
        <Menu.Target>
          <UnstyledButton className={classes['chooser'] ?? ''}>
            <span className={classes['label']} translate="no">
              {label}
            </span>
            <span className={classes['total']}>
              {t('searchTools.tabs.place', { at: tabs.findIndex(({ id }) => id === shownId) + 1, of: tabs.length })}
            </span>
            <IconChevronDown size={14} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {tabs.map((tab) => (
            <Menu.Item
              key={tab.id}
              translate="no"
              aria-current={tab.id === shownId ? 'page' : undefined}
              fw={tab.id === shownId ? 600 : 400}
              rightSection={<span className={classes['total']}>{totalOf(tab)}</span>}
              onClick={() => open(tab)}
            >
              {labelOf(tab)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {shown !== undefined && (
        <ToolButton label={t('searchTools.tabs.close', { label })} onClick={() => close(shown)}>
          <IconX size={14} />
        </ToolButton>
      )}
      <NewTabButton />
    </nav>
  )
}
