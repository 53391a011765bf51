/** A page as a browser without scripts sees it. */
export interface Seen {
  status: number;
  url: string;
  text: string;
}

/** Keeps cookies by host, follows redirects, and sends forms with the origin of the page that it is on. */
export class FormBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();

  get(url: string): Promise<Seen> {
    return this.#go(url, { method: 'GET' });
  }

  /** Sends a form to an address; `origin` that of another site. */
  post(url: string, form: Record<string, string>, origin = new URL(url).origin): Promise<Seen> {
    const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' };
    return this.#go(url, { method: 'POST', headers, body: new URLSearchParams(form).toString() });
  }

  /** Sends the form of the page that it is on. */
  submit({ url, text }: Seen, form: Record<string, string>): Promise<Seen> {
    const to = /<form[^>]* action="([^"]+)"/.exec(text)![1]!.replaceAll('&amp;', '&');
    return this.post(new URL(to, url).href, form, new URL(url).origin);
  }

  async #go(
    url: string,
    { headers = {}, ...init }: RequestInit & { headers?: Record<string, string> },
  ): Promise<Seen> {
    const { host } = new URL(url);
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(url, {
      ...init,
      headers: { ...headers, ...(cookie !== '' && { cookie }) },
      redirect: 'manual',
    });
    for (const set of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      if (value === '' || /max-age=0/i.test(set)) jar.delete(name!);
      else jar.set(name!, value!);
    }
    const to = reply.headers.get('location');
    if (to !== null) return this.get(new URL(to, url).href);
    return { status: reply.status, url, text: await reply.text() };
  }
}
