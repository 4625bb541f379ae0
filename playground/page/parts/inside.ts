/** Returns where a link in a text by others leads inside the page. Undefined for a link that leads nowhere. */
export type Inside = (address: string) => string | undefined;
