import { Button, Group } from '@mantine/core'
import { useCommand } from '../../../base/page/commands.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import type { RuleDraft } from './use-rule-draft.ts'

export function SaveActions({ draft: { isSaving, isUnchanged, apply, saveAndClose } }: { draft: RuleDraft }) {
  const t = useText()
  useCommand('pipelines.saveRule', t('pipelines.rule.apply'), apply, !isUnchanged)
  return (
    <Group gap="xs">
      <LinkButton to={routes.pipelines.rules()} variant="default">
        {t('ui.cancel')}
      </LinkButton>
      <Button variant="default" disabled={isUnchanged || isSaving} onClick={() => void apply()}>
        {t('pipelines.rule.apply')}
      </Button>
      <Button loading={isSaving} loaderProps={{ type: 'dots' }} onClick={() => void saveAndClose()}>
        {t('pipelines.rule.saveAndClose')}
      </Button>
    </Group>
  )
}
