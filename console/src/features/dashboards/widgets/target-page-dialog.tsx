import { Checkbox, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { ChoiceDialog } from '../../../ui/choice-dialog.tsx'
import type { DashboardPage } from '../../../view-document/dashboards/dashboard-document.ts'
import { usePageTitle } from '../pages/use-page-title.ts'

interface TargetPageDialogProps {
  readonly pages: readonly DashboardPage[]
  /** The page that the widget is on. */
  readonly exceptId: string
  readonly onPick: (pageId: string, keepCopy: boolean) => void
  readonly onClose: () => void
}

/** Selects another page of the same dashboard. */
export function TargetPageDialog({ pages, exceptId, onPick, onClose }: TargetPageDialogProps) {
  const t = useText()
  const titleOf = usePageTitle()
  const others = pages
    .map((page, index) => ({ page, title: titleOf(page, index) }))
    .filter(({ page }) => page.id !== exceptId)
  const [pageId, setPageId] = useState(others[0]?.page.id)
  const [keepCopy, setKeepCopy] = useState(false)
  return (
    <ChoiceDialog
      title={t('dashboards.widget.toPage.title')}
      confirmLabel={t(keepCopy ? 'dashboards.widget.toPage.copy' : 'dashboards.widget.toPage.move')}
      confirm={{ disabled: pageId === undefined }}
      onConfirm={() => pageId !== undefined && onPick(pageId, keepCopy)}
      onClose={onClose}
    >
      <Radio.Group label={t('dashboards.pages')} value={pageId ?? null} onChange={setPageId}>
        <Stack gap="xs" mt="xs">
          {others.map(({ page, title }) => (
            <Radio key={page.id} value={page.id} label={<span translate="no">{title}</span>} />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox
        label={t('dashboards.widget.toPage.keep')}
        checked={keepCopy}
        onChange={(event) => setKeepCopy(event.currentTarget.checked)}
      />
    </ChoiceDialog>
  )
}
