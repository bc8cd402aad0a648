import { type PlainDecoratorType, textField, textOf, withField } from './decorator-type.ts'

const SEVERITIES = ['Emergency', 'Alert', 'Critical', 'Error', 'Warning', 'Notice', 'Informational', 'Debug']

/** Adds the name of the syslog severity. */
export const syslogSeverityMapper: PlainDecoratorType = {
  type: 'org.graylog2.decorators.SyslogSeverityMapperDecorator',
  name: 'Syslog Severity Mapper',
  configuration: {
    source_field: textField(0, 'Source field', 'The field with the severity as a number', 'level'),
    target_field: textField(1, 'Target field', 'The field that gets its name', 'severity'),
  },
  create(config) {
    const source = textOf(config, 'source_field', 'level')
    const target = textOf(config, 'target_field', 'severity')
    return (message) => {
      const level = String(message[source])
      const severity = /^[0-7]$/.test(level) ? SEVERITIES[Number(level)] : undefined
      return severity === undefined ? message : withField(message, target, `${severity} (${level})`)
    }
  },
}
