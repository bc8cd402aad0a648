import { GEOIP_CONFIG_KEY } from '@logyard/contract/lookup/geoip-config'
import { type MessageProcessorsConfig, updateMessageProcessors } from '@logyard/contract/processing/message-processors'
import { Alert, Badge, Button, Group, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { configDocumentQuery } from '../../../cluster-config/config-document-query.ts'
import { PlainTable } from '../../../ui/data-table/plain-table.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { FormDialog, useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { ConfigurationCard } from '../configuration-card.tsx'
import { GEOIP, pipelinesRunEarly, withStreamsFirst } from './processor-order.ts'
import { ProcessorsForm, type ProcessorsSubject, processorsQuery } from './processors-form.tsx'

/** The order in which processors work on each message. */
export function ProcessorsCard() {
  const t = useText()
  const canEdit = useMay()(updateMessageProcessors)
  const config = useQuery(processorsQuery(useCall()))
  const { subject, open, ...dialog } = useFormDialog<ProcessorsSubject>()
  const { data } = config
  return (
    <ConfigurationCard
      title={t('configurations.processors')}
      description={t('configurations.processors.description')}
      onUpdate={canEdit && data !== undefined ? () => open({ config: data, isSuggestion: false }) : undefined}
    >
      <Loaded query={config} lines={4}>
        {(loaded) => (
          <>
            <Processors config={loaded} />
            {pipelinesRunEarly(loaded) && (
              <Alert color="gray" mt="sm" icon={<IconInfoCircle />}>
                <Group justify="space-between" gap="sm">
                  <Text size="sm">{t('configurations.processors.early')}</Text>
                  {canEdit && (
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => open({ config: withStreamsFirst(loaded), isSuggestion: true })}
                    >
                      {t('configurations.processors.early.fix')}
                    </Button>
                  )}
                </Group>
              </Alert>
            )}
          </>
        )}
      </Loaded>
      <FormDialog {...dialog} title={t('configurations.processors.edit')}>
        {subject && <ProcessorsForm {...subject} />}
      </FormDialog>
    </ConfigurationCard>
  )
}

function Processors({ config }: { config: MessageProcessorsConfig }) {
  const t = useText()
  const rows = config.processor_order.map(({ name, class_name: className }, index) => ({
    number: index + 1,
    name,
    className,
    isOff: config.disabled_processors.includes(className),
  }))
  return (
    <PlainTable
      label={t('configurations.processors')}
      rows={rows}
      rowId={({ className }) => className}
      columns={[
        { header: '#', width: 40, cell: ({ number }) => number },
        {
          header: t('configurations.processors.processor'),
          cell: ({ name, className, isOff }) => (
            <>
              <span translate="no">{name}</span>
              {className === GEOIP && !isOff && <SwitchedOffNote />}
            </>
          ),
        },
        {
          header: t('configurations.processors.status'),
          width: 120,
          cell: ({ isOff }) => (
            <Badge size="sm" color={isOff ? 'amber' : 'gray'}>
              {t(isOff ? 'configurations.processors.disabled' : 'configurations.processors.active')}
            </Badge>
          ),
        },
      ]}
    />
  )
}

/** The geo-location processor runs, but its own configuration tells it to add nothing. */
function SwitchedOffNote() {
  const t = useText()
  const document = useQuery(configDocumentQuery(useCall(), GEOIP_CONFIG_KEY))
  if (document.data === undefined || document.data['enabled'] === true) return null
  return <Dimmed size="xs">{t('configurations.processors.geoipOff')}</Dimmed>
}
