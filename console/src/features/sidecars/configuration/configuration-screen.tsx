import { Tabs } from '@mantine/core'
import { useQueryValues, useSetQueryValues } from '../../../base/routes/location.ts'
import { useText } from '../../../base/text/text.tsx'
import { SidecarsPage } from '../sidecars-page.tsx'
import { VariablesList } from '../variables/variables-list.tsx'
import { CollectorsList } from './collectors-list.tsx'
import { ConfigurationsList } from './configurations-list.tsx'

const VIEWS = ['configurations', 'collectors', 'variables'] as const
const [FIRST] = VIEWS

/** Another list has other pages, searches and orders. */
const NO_LIST = { page: undefined, per_page: undefined, query: undefined, sort: undefined, order: undefined }

/** The configurations of log collectors, the collectors, and the variables of templates. */
export function ConfigurationScreen() {
  const t = useText()
  const shown = useQueryValues().get('show')
  const setValues = useSetQueryValues()
  const view = VIEWS.find((one) => one === shown) ?? FIRST
  return (
    <SidecarsPage title={t('sidecars.configuration.title')} description={t('sidecars.configuration.description')}>
      <Tabs
        value={view}
        onChange={(next) => setValues({ ...NO_LIST, show: next === null || next === FIRST ? undefined : next })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {VIEWS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`sidecars.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="configurations">
          <ConfigurationsList />
        </Tabs.Panel>
        <Tabs.Panel value="collectors">
          <CollectorsList />
        </Tabs.Panel>
        <Tabs.Panel value="variables">
          <VariablesList />
        </Tabs.Panel>
      </Tabs>
    </SidecarsPage>
  )
}
