import { Anchor, Code, Stack, Tabs, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import classes from '../sidecars.module.css'
import { RUNTIME_VARIABLES } from '../template-field/complete-template.ts'
import { TemplatePreview } from '../template-field/template-preview.tsx'
import type { RenamedVariable } from '../variables/variable-dialog.tsx'
import { VariablesList } from '../variables/variables-list.tsx'

interface ConfigurationAsideProps {
  readonly template: string
  readonly onInsert: (text: string) => void
  readonly onRenamed: RenamedVariable
}

/** Beside the template: a preview for a sidecar, and the variables that can be inserted. */
export function ConfigurationAside({ template, onInsert, onRenamed }: ConfigurationAsideProps) {
  const t = useText()
  const id = useId()
  const [tab, setTab] = useState<string | null>('preview')
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb="xs">
        {t('sidecars.reference')}
      </Title>
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="preview">{t('sidecars.preview')}</Tabs.Tab>
          <Tabs.Tab value="variables">{t('sidecars.variables')}</Tabs.Tab>
          <Tabs.Tab value="runtime">{t('sidecars.runtime')}</Tabs.Tab>
          <Tabs.Tab value="manuals">{t('sidecars.manuals')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="preview">
          <TemplatePreview template={template} />
        </Tabs.Panel>
        <Tabs.Panel value="variables">
          <VariablesList onInsert={onInsert} onRenamed={onRenamed} />
        </Tabs.Panel>
        <Tabs.Panel value="runtime">
          <RuntimeVariables />
        </Tabs.Panel>
        <Tabs.Panel value="manuals">
          <Manuals />
        </Tabs.Panel>
      </Tabs>
    </section>
  )
}

function RuntimeVariables() {
  const t = useText()
  return (
    <Stack gap="sm">
      <Dimmed>{t('sidecars.runtime.help')}</Dimmed>
      <ul className={classes['variables']}>
        {RUNTIME_VARIABLES.map((name) => (
          <li key={name}>
            <div>
              <Code translate="no">{`\${sidecar.${name}}`}</Code>
              <Dimmed size="xs">{t(`sidecars.runtime.${name}`)}</Dimmed>
            </div>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

const MANUALS = [
  { name: 'Filebeat', url: 'https://www.elastic.co/guide/en/beats/filebeat/current/index.html' },
  { name: 'Winlogbeat', url: 'https://www.elastic.co/guide/en/beats/winlogbeat/current/index.html' },
  { name: 'NXLog', url: 'https://docs.nxlog.co/ce/current/index.html' },
  { name: 'Fluent Bit', url: 'https://docs.fluentbit.io/manual' },
  { name: 'OpenTelemetry Collector', url: 'https://opentelemetry.io/docs/collector/configuration/' },
] as const

function Manuals() {
  const t = useText()
  return (
    <Stack gap="xs">
      <Dimmed>{t('sidecars.manuals.help')}</Dimmed>
      {MANUALS.map(({ name, url }) => (
        <Anchor key={name} size="sm" href={url} target="_blank" rel="noreferrer" translate="no">
          {name}
        </Anchor>
      ))}
    </Stack>
  )
}
