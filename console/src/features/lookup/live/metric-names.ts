export const cacheMetric = (id: string, name: 'requests' | 'hits' | 'misses' | 'entries'): string =>
  `org.graylog2.lookup.caches.${id}.${name}`

export const adapterRequests = (id: string): string => `org.graylog2.lookup.adapters.${id}.requests`
