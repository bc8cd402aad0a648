import { Button, Checkbox, Group, Modal, Radio, Stack } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
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
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (pageId !== undefined) onPick(pageId, keepCopy)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('dashboards.widget.toPage.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
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
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit" disabled={pageId === undefined}>
              {t(keepCopy ? 'dashboards.widget.toPage.copy' : 'dashboards.widget.toPage.move')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
