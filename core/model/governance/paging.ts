/** Names of paging parameters, in any case. Used for the advice about cut answers and for the dashboard's next page. */

/** Parameters that continue after a position in the list. */
export const CURSOR =
  /^(?:cursor|after|before|starting_?after|ending_?before|page_?token|next_?token|next_?page_?token|continuation(?:_?token)?|marker|since_?id|max_?id|pagination_?token|scroll_?id|next|start_?key|exclusive_?start_?key|skip_?token|\$?skiptoken|bookmark)$/i;
/** Parameters that number pages. */
export const PAGE = /^(?:page|page_?number|page_?no|page_?index|pagenum|p|\$?page)$/i;
/** Parameters that skip items. */
export const OFFSET = /^(?:offset|skip|\$skip|start|start_?index|start_?at|from_?index|first_?result)$/i;
/** Parameters for the number of items in an answer. */
export const SIZE =
  /^(?:limit|per_?page|page_?size|size|count|max_?results|max_?items|top|\$top|first|page_?limit|results_?per_?page|rows|num|\$?limit|max_?records|take|n)$/i;

/** The last word of a parameter's name: `page_size` for `page[size]`, `limit` for `filter.limit`. */
export const wordOf = (name: string): string =>
  name
    .replace(/\[(\w+)\]$/, '_$1')
    .replace(/^.*[.[]/, '')
    .replace(/\]$/, '');
