import { type PlainDecoratorType, textField, textOf, withField } from './decorator-type.ts'

/** Turns a field with a web address into a link. */
export const linkField: PlainDecoratorType = {
  type: 'org.graylog2.decorators.LinkFieldDecorator',
  name: 'Hyperlink String',
  configuration: { link_field: textField(0, 'Link field', 'The field that holds an address', 'message') },
  create(config) {
    const field = textOf(config, 'link_field', 'message')
    return (message) => {
      const value = message[field]
      return typeof value === 'string' && isWebAddress(value)
        ? withField(message, field, { type: 'a', href: value })
        : message
    }
  },
}

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || /\s/.test(text)) return false
  return URL.canParse(text)
}
