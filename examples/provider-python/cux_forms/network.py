"""HTTP through the guard's proxy, and by no other way. Cookies live as long as the session."""

import http.client
import http.cookiejar
import json
import socket
import ssl
import urllib.parse
import urllib.request

MOST_REDIRECTS = 10
LONGEST_BODY = 4 * 1024 * 1024


class GuardUnreachable(Exception):
    """The proxy is gone: then nothing is reached, which is as it should be."""


class ProxyConnection(http.client.HTTPConnection):
    """A connection to the proxy, over its Unix socket where there is one."""

    def __init__(self, guard, timeout):
        proxy = urllib.parse.urlsplit(guard["proxy_url"])
        super().__init__(proxy.hostname, proxy.port, timeout=timeout)
        self.guard = guard
        self.tls_name = None

    def connect(self):
        try:
            if self.guard["proxy_socket"] is None:
                self.sock = socket.create_connection((self.host, self.port), self.timeout)
            else:
                self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
                self.sock.settimeout(self.timeout)
                self.sock.connect(self.guard["proxy_socket"])
        except OSError as error:
            raise GuardUnreachable() from error
        if self.tls_name is not None:
            self._tunnel()
            context = ssl.create_default_context(cafile=self.guard["certificate_authority_file"])
            self.sock = context.wrap_socket(self.sock, server_hostname=self.tls_name)


class Answer:
    """Status, body and the address that it came from, after redirects."""

    def __init__(self, status, url, body, content_type):
        self.status = status
        self.url = url
        self.body = body
        self.content_type = content_type


class Network:
    """One session's requests: through the guard, redirects hop by hop."""

    def __init__(self, guard, user_agent, stored):
        self.guard = guard
        self.user_agent = user_agent
        self.cookies = http.cookiejar.CookieJar()
        for fields in stored:
            self.cookies.set_cookie(http.cookiejar.Cookie(**fields))

    def send(self, method, url, body=None, headers=None, timeout=30.0, navigates=False):
        """The answer, or None when there was none: blocked, refused, too late, too long."""
        for _ in range(MOST_REDIRECTS):
            try:
                status, location, answer = self._exchange(method, url, body, headers or {}, timeout, navigates)
            except (OSError, http.client.HTTPException, ValueError, GuardUnreachable):
                return None
            if location is None:
                return answer
            url = urllib.parse.urljoin(url, location)
            if status not in (307, 308):
                method, body = "GET", None
        return None

    def _exchange(self, method, url, body, headers, timeout, navigates):
        address = urllib.parse.urlsplit(url)
        if address.scheme not in ("http", "https") or address.hostname is None:
            raise ValueError("not an address of the web")
        sent = self._headers(method, url, headers, body, navigates)
        connection = ProxyConnection(self.guard, timeout)
        path = urllib.parse.urlunsplit(("", "", address.path or "/", address.query, ""))
        if address.scheme == "https":
            connection.set_tunnel(address.hostname, address.port or 443)
            connection.tls_name = address.hostname
            target = path
        else:
            target = f"http://{address.netloc}{path}"
        try:
            connection.request(method, target, body=body, headers={"Host": address.netloc, **sent})
            response = connection.getresponse()
            self.cookies.extract_cookies(response, urllib.request.Request(url))
            text = response.read(LONGEST_BODY + 1)
            if len(text) > LONGEST_BODY:
                raise ValueError("the answer is longer than what is read")
            location = response.getheader("Location") if 300 <= response.status < 400 else None
            content_type = response.getheader("Content-Type") or ""
            return response.status, location, Answer(response.status, url, text, content_type)
        finally:
            connection.close()

    def _headers(self, method, url, headers, body, navigates):
        request = urllib.request.Request(url, method=method)
        self.cookies.add_cookie_header(request)
        sent = {"User-Agent": self.user_agent, "Accept": "text/html" if navigates else "*/*", **headers}
        # As a browser says it: what the guard keeps in then leaves the page where it is.
        sent["Sec-Fetch-Mode"] = "navigate" if navigates else "cors"
        cookie = request.get_header("Cookie")
        if cookie is not None:
            sent["Cookie"] = cookie
        if body is not None:
            address = urllib.parse.urlsplit(url)
            sent["Origin"] = f"{address.scheme}://{address.netloc}"
        return sent

    def export(self):
        """The cookies, for the host's vault and nowhere else."""
        names = (
            "version name value port port_specified domain domain_specified domain_initial_dot path "
            "path_specified secure expires discard comment comment_url"
        ).split()
        kept = [{**{name: getattr(cookie, name) for name in names}, "rest": {}} for cookie in self.cookies]
        return json.dumps(kept).encode("utf-8")
