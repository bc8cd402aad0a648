export const withoutLineBreaks = (text: string): string => text.replaceAll(/[\r\n]/g, '')
