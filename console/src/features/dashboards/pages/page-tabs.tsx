/** The pages of a dashboard as tabs, with a menu to rename, move, copy and close a page. */
import { ActionIcon, Menu, Tabs } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconCopy, IconDots, IconPencil, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { ActionItems } from '../../../ui/menu/action-items.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { ToolButton } from '../../../ui/tooltip/tool-button.tsx'
import {
  withNewPage,
  withPageCopy,
  withPageMoved,
  withPageTitle,
} from '../../../view-document/dashboards/page-changes.ts'
import { randomIds } from '../../../view-document/model/random-ids.ts'
import type { ShownDashboard } from '../editing/dashboard-session.ts'
import classes from './page-tabs.module.css'
import { PageTitleDialog } from './page-title-dialog.tsx'
import { usePageTitle } from './use-page-title.ts'

interface PageTabsProps extends ShownDashboard {
  /** Prefix of the ids of the tabs and their panels. */
  readonly id: string
}

export function PageTabs({ session, state, canEdit, id }: PageTabsProps) {
  const t = useText()
  const titleOf = usePageTitle()
  const { pages } = state.history.present
  const [dragged, setDragged] = useState<string>()
  const add = () => {
    const added = withNewPage(session.state().history.present, randomIds)
    session.change(() => added.document, added.pageId)
  }
  const drop = (index: number) => {
    if (dragged !== undefined) session.change((old) => withPageMoved(old, dragged, index))
    setDragged(undefined)
  }
  const addLabel = t('dashboards.pages.add')
  return (
    <div className={classes['bar']}>
      <Tabs
        id={id}
        value={state.pageId}
        onChange={(page) => page !== null && session.open(page)}
        miw={0}
        style={{ overflowX: 'auto' }}
      >
        <Tabs.List style={{ flexWrap: 'nowrap' }} aria-label={t('dashboards.pages')}>
          {pages.map((page, index) => (
            <Tabs.Tab
              key={page.id}
              value={page.id}
              className={classes['tab'] ?? ''}
              classNames={{ tabLabel: classes['label'] ?? '' }}
              data-dragged={dragged === page.id || undefined}
              draggable={canEdit}
              onDragStart={() => setDragged(page.id)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => dragged !== undefined && event.preventDefault()}
              onDrop={() => drop(index)}
            >
              <span translate={page.state.titles.tab?.title ? 'no' : 'yes'}>{titleOf(page, index)}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      {canEdit && (
        <>
          <ToolButton label={addLabel} onClick={add}>
            <IconPlus size={16} />
          </ToolButton>
          <PageMenu session={session} state={state} />
        </>
      )}
    </div>
  )
}

function PageMenu({ session, state }: Pick<PageTabsProps, 'session' | 'state'>) {
  const t = useText()
  const titleOf = usePageTitle()
  const [isRenaming, setIsRenaming] = useState(false)
  const { pageId, history } = state
  const { pages } = history.present
  const index = pages.findIndex(({ id }) => id === pageId)
  const page = pages[index]
  if (page === undefined) return null
  const copy = () => {
    const copied = withPageCopy(
      session.state().history.present,
      pageId,
      (title) => t('dashboards.pages.copyOf', { title }),
      randomIds,
    )
    if (copied !== undefined) session.change(() => copied.document, copied.pageId)
  }
  const move = (to: number) => session.change((old) => withPageMoved(old, pageId, to))
  const actions: readonly RowAction[] = [
    { label: t('dashboards.pages.rename'), icon: <IconPencil size={15} />, onClick: () => setIsRenaming(true) },
    { label: t('dashboards.pages.duplicate'), icon: <IconCopy size={15} />, onClick: copy },
    {
      label: t('dashboards.pages.left'),
      icon: <IconArrowLeft size={15} />,
      disabledBecause: index === 0 ? t('dashboards.pages.isFirst') : undefined,
      onClick: () => move(index - 1),
    },
    {
      label: t('dashboards.pages.right'),
      icon: <IconArrowRight size={15} />,
      disabledBecause: index === pages.length - 1 ? t('dashboards.pages.isLast') : undefined,
      onClick: () => move(index + 1),
    },
    {
      label: t('dashboards.pages.close'),
      icon: <IconX size={15} />,
      disabledBecause: pages.length === 1 ? t('dashboards.pages.isOnly') : undefined,
      onClick: () => session.closePage(pageId),
    },
  ]
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon aria-label={t('dashboards.pages.menu')}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <ActionItems actions={actions} />
        </Menu.Dropdown>
      </Menu>
      {isRenaming && (
        <PageTitleDialog
          title={page.state.titles.tab?.title ?? ''}
          placeholder={titleOf(page, index)}
          onSave={(title) => {
            setIsRenaming(false)
            session.change((old) => withPageTitle(old, pageId, title))
          }}
          onClose={() => setIsRenaming(false)}
        />
      )}
    </>
  )
}
