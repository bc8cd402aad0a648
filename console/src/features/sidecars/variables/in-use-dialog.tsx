import { List, Modal, Stack, Text } from '@mantine/core'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import type { VariableInUse } from './use-remove-variable.tsx'

/** A variable that templates use cannot be deleted: links lead to them. */
export function InUseDialog({ inUse, onClose }: { inUse: VariableInUse | undefined; onClose: () => void }) {
  const t = useText()
  return (
    <Modal
      opened={inUse !== undefined}
      onClose={onClose}
      title={t('sidecars.variables.inUse.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack gap="sm">
        <Text size="sm">{t('sidecars.variables.inUse', { name: inUse?.variable.name ?? '' })}</Text>
        <List size="sm">
          {inUse?.configurations.map(({ id, name }) => (
            <List.Item key={id}>
              <AppLink inherit underline="always" to={routes.sidecars.configurationEdit(id ?? '')} translate="no">
                {name}
              </AppLink>
            </List.Item>
          ))}
        </List>
      </Stack>
    </Modal>
  )
}
