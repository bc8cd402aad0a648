import { EXPORT_FORMATS, exportAuditEntries, verifyAuditLog } from '@logyard/contract/audit/audit'
import { Alert, Button, Code, Group, Menu, Modal, Stack, Text } from '@mantine/core'
import { IconDownload, IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useAction } from '../../ui/action/use-action.ts'
import type { ListState } from '../../ui/data-table/list-state.ts'
import { downloadFile } from '../../ui/download-file.ts'
import classes from './audit-log.module.css'
import { filterOf } from './audit-queries.ts'
import { useNowInZone } from './use-now-in-zone.ts'

type Format = (typeof EXPORT_FORMATS)[number]

const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const

export function AuditActions({ list }: { list: ListState }) {
  const may = useMay()
  return (
    <Group gap="xs">
      <VerifyButton />
      {may(exportAuditEntries) && <ExportMenu list={list} />}
    </Group>
  )
}

/** Exports what the filters of the list find. */
function ExportMenu({ list }: { list: ListState }) {
  const t = useText()
  const now = useNowInZone()
  const save = useAction({
    async run(call, format: Format) {
      const response = await call.open(exportAuditEntries, {
        body: { ...filterOf(list, now()), format },
        accept: TYPES[format],
      })
      downloadFile(`audit-log.${format}`, await response.blob())
    },
    texts: 'auditLog.export',
    changes: [],
  })
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} />} loading={save.isPending}>
          {t('auditLog.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {EXPORT_FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => save.mutate(format)}>
            {t(`auditLog.export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Checks the seals of the whole log, and shows the last one. */
function VerifyButton() {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const verify = useAction({
    run: (call, _: undefined) => call(verifyAuditLog),
    texts: 'auditLog.verify',
    changes: [],
  })
  const result = verify.data
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShieldCheck size={16} />}
        loading={verify.isPending}
        onClick={() => verify.mutate(undefined, { onSuccess: () => setIsOpen(true) })}
      >
        {t('auditLog.verify')}
      </Button>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={t('auditLog.verify.title')}>
        {result !== undefined && (
          <Stack gap="sm">
            <Alert
              color={result.is_intact ? 'green' : 'red'}
              icon={result.is_intact ? <IconShieldCheck /> : <IconShieldX />}
              title={t(result.is_intact ? 'auditLog.verify.intact' : 'auditLog.verify.broken')}
            >
              {result.problem === null ? (
                t('auditLog.verify.range', { first: result.first, last: result.last_sealed })
              ) : (
                <span translate="no">{result.problem}</span>
              )}
            </Alert>
            {result.unsealed > 0 && <Text size="sm">{t('auditLog.verify.unsealed', { count: result.unsealed })}</Text>}
            {result.last_seal !== null && (
              <div>
                <Text size="sm">{t('auditLog.verify.seal')}</Text>
                <Code block className={classes['data'] ?? ''} translate="no">
                  {result.last_seal}
                </Code>
              </div>
            )}
          </Stack>
        )}
      </Modal>
    </>
  )
}
