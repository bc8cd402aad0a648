import { Button, Code, Container, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { useDocumentTitle } from '../../base/page/document-title.ts'
import { usePathname } from '../../base/routes/location.ts'
import { useRichText, useText } from '../../base/text/text.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

/** The server refused a call of the page. `onBack` shows the page again. */
export function RefusedPage({ error, onBack }: { error: ApiError; onBack: () => void }) {
  const t = useText()
  const rich = useRichText()
  const pathname = usePathname()
  const isStream = error.code === 'MissingStreamPermission'
  const request = `${error.method} ${error.url}`
  return (
    <MissingPermissions
      title={isStream ? t('errors.deniedStream.title') : t('errors.denied.title')}
      details={`${request}\n${pathname}\n${error.message}`}
      onBack={onBack}
    >
      <Text size="sm">{t('errors.denied.request')}</Text>
      <Text size="sm">{rich('errors.denied.path', { path: () => <Code translate="no">{pathname}</Code> })}</Text>
      {isStream && (
        <Text size="sm">
          {rich('errors.deniedStream.text', {
            ids: () => <span translate="no">{streamIds(error.body).join(', ')}</span>,
          })}
        </Text>
      )}
      <Code block translate="no">
        {`${request}\n${error.message}`}
      </Code>
    </MissingPermissions>
  )
}

/** The user lacks a permission that the whole page requires; nothing was requested from the server. */
export function MissingPermissionPage({ permission }: { permission: string }) {
  const t = useText()
  const rich = useRichText()
  const pathname = usePathname()
  return (
    <MissingPermissions title={t('errors.denied.title')} details={`${pathname}\n${permission}`}>
      <Text size="sm">
        {rich('errors.denied.screen', { permission: () => <Code translate="no">{permission}</Code> })}
      </Text>
    </MissingPermissions>
  )
}

interface MissingPermissionsProps {
  readonly title: string
  readonly details: string
  readonly onBack?: () => void
  readonly children: ReactNode
}

function MissingPermissions({ title, details, onBack, children }: MissingPermissionsProps) {
  const t = useText()
  useDocumentTitle(title)
  return (
    <Container size="sm" py="xl" role="alert">
      <Stack gap="md">
        <Group gap="sm">
          <IconLock aria-hidden />
          <Title order={1}>{title}</Title>
        </Group>
        <Text size="sm">{t('errors.denied.text')}</Text>
        <Paper p="md">
          <Stack gap="xs">{children}</Stack>
        </Paper>
        <Group gap="sm">
          <CopyButton withLabel value={details} label={t('errors.copy')} />
          {onBack !== undefined && (
            <Button size="xs" variant="subtle" color="gray" onClick={onBack}>
              {t('errors.denied.back')}
            </Button>
          )}
        </Group>
      </Stack>
    </Container>
  )
}

function streamIds(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null || !('streams' in body) || !Array.isArray(body.streams)) return []
  return body.streams.map(String)
}
