"""Delivery reports in the forms of four servers, written after real ones."""

from typing import Final

POSTFIX: Final = """Return-Path: <>
Delivered-To: {to}
Received: by mail.example.org (Postfix) id 4C1B02A0; Sat,  3 May 2025 08:00:12 +0000 (UTC)
Date: Sat,  3 May 2025 08:00:12 +0000 (UTC)
From: MAILER-DAEMON@mail.example.org (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: {to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="3F9B42A1.1746259212/mail.example.org"
Message-Id: <20250503080012.4C1B02A0@mail.example.org>

This is a MIME-encapsulated message.

--3F9B42A1.1746259212/mail.example.org
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mail.example.org.

<ana.pop@example.com>: host mx.example.com[192.0.2.7] said: 550 5.1.1
    <ana.pop@example.com>: Recipient address rejected: User unknown (in reply
    to RCPT TO command)

--3F9B42A1.1746259212/mail.example.org
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.org
X-Postfix-Queue-ID: 3F9B42A1
X-Postfix-Sender: rfc822; {to}
Arrival-Date: Sat,  3 May 2025 08:00:10 +0000 (UTC)

Final-Recipient: rfc822; ana.pop@example.com
Original-Recipient: rfc822;ana.pop@example.com
Action: {action}
Status: {status}
Remote-MTA: dns; mx.example.com
Diagnostic-Code: smtp; 550 5.1.1 <ana.pop@example.com>: Recipient address
    rejected: User unknown

--3F9B42A1.1746259212/mail.example.org
Content-Description: Undelivered Message
Content-Type: message/rfc822

From: Scrabble <scrabble@example.org>
To: ana.pop@example.com
Subject: =?utf-8?q?E_r=C3=A2ndul_t=C4=83u?=

Text.

--3F9B42A1.1746259212/mail.example.org--
"""
EXIM: Final = """Return-path: <>
Envelope-to: {to}
Delivery-date: Sat, 03 May 2025 11:00:12 +0300
Received: from Debian-exim by mail.example.org with local (Exim 4.96)
\tid 1uB7nE-000Abc-2S
\tfor {to}; Sat, 03 May 2025 11:00:12 +0300
X-Failed-Recipients: ana.pop@example.com
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mail.example.org>
To: {to}
References: <17.abc@example.org>
Content-Type: multipart/report; report-type=delivery-status; boundary=1746259212-eximdsn-1
MIME-Version: 1.0
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1uB7nE-000Abc-2S@mail.example.org>
Date: Sat, 03 May 2025 11:00:12 +0300

--1746259212-eximdsn-1
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error.

--1746259212-eximdsn-1
Content-type: message/delivery-status

Reporting-MTA: dns; mail.example.org

Action: {action}
Final-Recipient: rfc822;ana.pop@example.com
Status: {status}
Remote-MTA: dns; mx.example.com
Diagnostic-Code: smtp; 550 Unrouteable address

--1746259212-eximdsn-1
Content-type: message/rfc822

Return-path: <{to}>
From: Scrabble <scrabble@example.org>

Text.

--1746259212-eximdsn-1--
"""
GMAIL: Final = """Delivered-To: {to}
Return-Path: <>
Received: by 2002:a05:600c:3d98:b0:442:dc6f with SMTP id abc; Sat, 03 May 2025 01:00:12 -0700 (PDT)
Content-Type: multipart/report; boundary="000000000000b1f2a30634371b5c"; report-type=delivery-status
To: {to}
Auto-Submitted: auto-replied
X-Failed-Recipients: ana.pop@example.com
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
In-Reply-To: <17.abc@example.org>
Subject: Delivery Status Notification (Failure)
Message-ID: <6815cd8c.5d0a0220.1a2b3c.4d5e.GMR@mx.google.com>
Date: Sat, 03 May 2025 01:00:12 -0700 (PDT)
MIME-Version: 1.0

--000000000000b1f2a30634371b5c
Content-Type: multipart/related; boundary="000000000000b1f6740634371b5e"

--000000000000b1f6740634371b5e
Content-Type: multipart/alternative; boundary="000000000000b1f67c0634371b5f"

--000000000000b1f67c0634371b5f
Content-Type: text/plain; charset="UTF-8"

** Address not found **

--000000000000b1f67c0634371b5f
Content-Type: text/html; charset="UTF-8"

<html><body><h2>Address not found</h2></body></html>

--000000000000b1f67c0634371b5f--
--000000000000b1f6740634371b5e--
--000000000000b1f2a30634371b5c
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Arrival-Date: Sat, 03 May 2025 01:00:11 -0700 (PDT)
X-Original-Message-ID: <17.abc@example.org>

Final-Recipient: rfc822; ana.pop@example.com
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.
Last-Attempt-Date: Sat, 03 May 2025 01:00:12 -0700 (PDT)

--000000000000b1f2a30634371b5c
Content-Type: message/rfc822

From: Scrabble <scrabble@example.org>

Text.

--000000000000b1f2a30634371b5c--
"""
EXCHANGE: Final = """Received: from VI1EUR05.prod.protection.outlook.com (10.152.24.53) by
 AM9P191MB.EURP191.PROD.OUTLOOK.COM with Microsoft SMTP Server; Sat, 3 May 2025 08:00:12 +0000
MIME-Version: 1.0
From: <postmaster@example.com>
To: <{to}>
Date: Sat, 3 May 2025 08:00:12 +0000
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="e5c1b4a8-6f3d-4f6e-9a44-0d7b1e0c2f11"
X-MS-Exchange-Message-Is-Ndr:
Content-Language: en-US
Message-ID: <17d8e3a2-5f0b-4b2e-8f3c-1e2d3c4b5a69@AM9P191MB.EURP191.PROD.OUTLOOK.COM>
In-Reply-To: <17.abc@example.org>
Subject: Undeliverable: Scrabble

--e5c1b4a8-6f3d-4f6e-9a44-0d7b1e0c2f11
Content-Type: multipart/alternative; differences=Content-Type;
\tboundary="b1d7c3e0-1111-4a4f-8b1f-90f1f4f5a111"

--b1d7c3e0-1111-4a4f-8b1f-90f1f4f5a111
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Your message to ana.pop@example.com couldn't be delivered.

--b1d7c3e0-1111-4a4f-8b1f-90f1f4f5a111--

--e5c1b4a8-6f3d-4f6e-9a44-0d7b1e0c2f11
Content-Type: message/delivery-status

Reporting-MTA: dns;AM9P191MB.EURP191.PROD.OUTLOOK.COM
Received-From-MTA: dns;mail.example.org
Arrival-Date: Sat, 3 May 2025 08:00:11 +0000

Original-Recipient: rfc822;ana.pop@example.com
Final-Recipient: rfc822;ana.pop@example.com
Action: {action}
Status: {status}
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP
 address lookup
X-Display-Name: ana.pop

--e5c1b4a8-6f3d-4f6e-9a44-0d7b1e0c2f11
Content-Type: message/rfc822

From: Scrabble <scrabble@example.org>

Text.

--e5c1b4a8-6f3d-4f6e-9a44-0d7b1e0c2f11--
"""
SERVERS: Final = {"postfix": POSTFIX, "exim": EXIM, "gmail": GMAIL, "exchange": EXCHANGE}
VACATION: Final = """From: Ana <ana.pop@example.com>
To: {to}
Subject: Out of office
Auto-Submitted: auto-replied

Status: 5.1.1. I am away until Monday.
"""


def report(server: str, to: str, *, action: str = "failed", status: str = "5.1.1") -> bytes:
    """Return a report of that server to that address, with the line ends of a mail."""
    text = SERVERS[server].format(to=to, action=action, status=status)
    return text.replace("\n", "\r\n").encode()
